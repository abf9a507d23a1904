# For Homebrew, in a tap: brew install NAME/TAP/hikyaku
class Hikyaku < Formula
  desc "Board games by mail"
  homepage "{{.Site}}"
  version "{{.Version}}"
  license "MIT"

  on_macos do
    on_arm do
      url "{{url "darwin" "arm64"}}"
      sha256 "{{sum "darwin" "arm64"}}"
    end
    on_intel do
      url "{{url "darwin" "amd64"}}"
      sha256 "{{sum "darwin" "amd64"}}"
    end
  end

  on_linux do
    on_arm do
      url "{{url "linux" "arm64"}}"
      sha256 "{{sum "linux" "arm64"}}"
    end
    on_intel do
      url "{{url "linux" "amd64"}}"
      sha256 "{{sum "linux" "amd64"}}"
    end
  end

  def install
    bin.install "hikyaku"
    man1.install "man/man1/hikyaku.1"
    (man/"ja/man1").install "man/ja/man1/hikyaku.1"
    bash_completion.install "completions/hikyaku.bash" => "hikyaku"
    zsh_completion.install "completions/_hikyaku"
    fish_completion.install "completions/hikyaku.fish"
    doc.install "NOTICES", "config.example.yaml"
  end

  test do
    system bin/"hikyaku", "new", "quoridor", "-o", "match.kif"
    system bin/"hikyaku", "move", "match.kif", "e2"
    assert_match "ply 1", shell_output("#{bin}/hikyaku --lang en check match.kif")
  end
end
