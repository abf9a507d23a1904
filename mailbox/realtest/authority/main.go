// Command authority is an authorization server for the tests beside it. It has
// the users of the mail servers and one client, hikyaku, which needs no secret.
package main

import (
	"context"
	"encoding/json"
	"log"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

const clientID = "hikyaku"

// store has a client that may use all flows; those of the library's example may
// not use device codes and refresh tokens together.
type store struct{ *storage.Storage }

func (s store) GetClientByClientID(ctx context.Context, id string) (op.Client, error) {
	c, err := s.Storage.GetClientByClientID(ctx, id)
	if err != nil || id != clientID {
		return c, err
	}
	return client{c}, nil
}

// CreateAccessAndRefreshTokens records the client of a device code; without it
// the tokens could not be renewed or revoked.
func (s store) CreateAccessAndRefreshTokens(ctx context.Context, request op.TokenRequest, current string) (access, refresh string, end time.Time, err error) {
	if device, ok := request.(*op.DeviceAuthorizationState); ok {
		request = storage.RefreshTokenRequestFromBusiness(&storage.RefreshToken{
			ApplicationID: device.ClientID, UserID: device.Subject, Audience: device.GetAudience(), Scopes: device.Scopes,
		})
	}
	return s.Storage.CreateAccessAndRefreshTokens(ctx, request, current)
}

type client struct{ op.Client }

func (client) GrantTypes() []oidc.GrantType {
	return []oidc.GrantType{oidc.GrantTypeCode, oidc.GrantTypeRefreshToken, oidc.GrantTypeDeviceCode}
}

// authority ADDRESS USERS listens at an address of this computer. USERS has lines
// of the form name:password.
func main() {
	address, file := os.Args[1], os.Args[2]
	lines, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	users := map[string]storage.User{}
	for line := range strings.Lines(string(lines)) {
		name, password, _ := strings.Cut(strings.TrimSpace(line), ":")
		// A device code is granted to the name, a page to the ID.
		users[name] = storage.User{ID: name, Username: name, Password: password, Email: name + "@hikyaku.test", EmailVerified: true}
	}
	data, err := json.Marshal(users)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(file+".json", data, 0o600); err != nil {
		log.Fatal(err)
	}
	known, err := storage.StoreFromFile(file + ".json")
	if err != nil {
		log.Fatal(err)
	}
	storage.RegisterClients(storage.NativeClient(clientID, "http://127.0.0.1/"))
	issuer := "http://" + address + "/"
	handler := exampleop.SetupServer(issuer, store{storage.NewStorage(known)}, slog.New(slog.NewTextHandler(os.Stderr, nil)), false)
	log.Fatal(http.ListenAndServe(address, handler))
}
