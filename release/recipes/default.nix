# For Nix: nix-env -if default.nix
{ pkgs ? import <nixpkgs> { } }:

let
  archives = {
    x86_64-linux = { url = "{{url "linux" "amd64"}}"; sha256 = "{{sum "linux" "amd64"}}"; };
    aarch64-linux = { url = "{{url "linux" "arm64"}}"; sha256 = "{{sum "linux" "arm64"}}"; };
    x86_64-darwin = { url = "{{url "darwin" "amd64"}}"; sha256 = "{{sum "darwin" "amd64"}}"; };
    aarch64-darwin = { url = "{{url "darwin" "arm64"}}"; sha256 = "{{sum "darwin" "arm64"}}"; };
  };
in
pkgs.stdenvNoCC.mkDerivation {
  pname = "hikyaku";
  version = "{{.Version}}";
  src = pkgs.fetchurl archives.${pkgs.stdenv.hostPlatform.system};
  nativeBuildInputs = [ pkgs.installShellFiles ];
  dontStrip = true;
  installPhase = ''
    install -Dm755 hikyaku $out/bin/hikyaku
    install -Dm644 man/man1/hikyaku.1 $out/share/man/man1/hikyaku.1
    install -Dm644 man/ja/man1/hikyaku.1 $out/share/man/ja/man1/hikyaku.1
    installShellCompletion --bash completions/hikyaku.bash --zsh completions/_hikyaku --fish completions/hikyaku.fish
    install -Dm644 -t $out/share/doc/hikyaku LICENSE NOTICES README.md config.example.yaml
  '';
  meta = {
    description = "Board games by mail";
    homepage = "{{.Site}}";
    license = pkgs.lib.licenses.mit;
    mainProgram = "hikyaku";
    platforms = builtins.attrNames archives;
  };
}
