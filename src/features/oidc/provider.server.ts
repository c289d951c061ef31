import { randomBytes } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { NAME_MAX } from '#src/features/accounts/account-rules.ts'
import { Email } from '#src/features/accounts/accounts.schema.ts'
import type { OidcSettings } from '#src/server/env-services.ts'
import { AppError } from '#src/server/http/app-error.ts'
import type { Logger } from '#src/server/log.ts'

/** Who somebody is at the provider. */
export interface ProviderPerson {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  /** Whether the provider vouches for the address. */
  readonly emailVerified: boolean
  readonly name: string
}

export interface Departure {
  readonly url: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
  readonly proof: string
}

export interface Provider {
  readonly name: string
  depart(): Promise<Departure>
  /** Throws PROVIDER_REFUSED for anything but a complete, genuine answer to this very visit. */
  receive(query: string, visit: { state: string; nonce: string; codeVerifier: string }): Promise<ProviderPerson>
}

export const providerUnavailable = (name: string) =>
  new AppError({
    code: 'PROVIDER_UNAVAILABLE',
    status: 503,
    message: `${name} cannot be reached at the moment. Try again, or sign in another way.`,
    retryAfter: 10,
  })
export const providerRefused = (name: string) =>
  new AppError({ code: 'PROVIDER_REFUSED', status: 401, message: `Signing in with ${name} did not work. Try again.` })

interface ProviderOptions {
  readonly settings: OidcSettings
  readonly publicUrl: string
  readonly log: Pick<Logger, 'warn'>
  /** Seconds that an answer of the provider may take. */
  readonly timeout?: number
}

/** OpenID Connect's authorization code flow with PKCE, state and nonce. */
export function createProvider({ settings, publicUrl, log, timeout = 10 }: ProviderOptions): Provider {
  const { issuer, clientId, clientSecret, name } = settings
  const redirectUri = `${publicUrl}/auth`
  let known: Promise<Configuration> | undefined
  // Asked for on first use: a provider that is down must not keep us from starting.
  const configuration = () => {
    known ??= discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout,
      execute: [
        // Without it the library trusts the connection and leaves the token's signature unread.
        enableNonRepudiationChecks,
        // Only for a provider on this machine; the environment accepts no other http address.
        ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
      ],
    }).catch((err: unknown) => {
      known = undefined
      log.warn({ err }, 'the sign-in provider cannot be reached')
      throw providerUnavailable(name)
    })
    return known
  }
  return {
    name,
    async depart() {
      const config = await configuration()
      const [state, nonce, codeVerifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()]
      const url = buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, state, nonce, codeVerifier, proof: randomBytes(32).toString('base64url') }
    },
    async receive(query, { state, nonce, codeVerifier }) {
      const config = await configuration()
      const answer = await authorizationCodeGrant(config, new URL(`${redirectUri}?${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      }).catch((err: unknown) => {
        log.warn({ err }, 'an answer of the sign-in provider was refused')
        throw providerRefused(name)
      })
      const claims = answer.claims()
      const { success, data: email } = Email.safeParse(claims?.email)
      if (claims === undefined || !success) throw providerRefused(name)
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email,
        emailVerified: claims.email_verified === true,
        name: ((typeof claims.name === 'string' && claims.name.trim()) || email).slice(0, NAME_MAX),
      }
    },
  }
}
