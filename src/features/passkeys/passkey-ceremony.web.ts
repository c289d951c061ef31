import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { ApiError } from '#src/client/api-error.ts'
import type { NewPasskeyProof, PasskeyProof, PasskeyQuestion } from './passkeys.schema.ts'

/** The person closed the browser's dialog, or it found no passkey: nothing that we could explain better. */
const notUsed = (cause: unknown, otherwise: string) => {
  const reason = cause instanceof Error ? cause.name : ''
  const message = REASONS[reason] ?? otherwise
  return new ApiError({ code: 'PASSKEY_NOT_USED', status: 0, message })
}

/** By the names of WebAuthn level 3, sections 5.1.3 and 5.1.4. */
const REASONS: Readonly<Record<string, string>> = {
  SecurityError: 'Passkeys do not work at this address',
  InvalidStateError: 'This device has a passkey for your account already',
}

/** Has a passkey sign the question; throws an ApiError of code PASSKEY_NOT_USED. */
export async function signWithPasskey({ challenge, options }: PasskeyQuestion): Promise<PasskeyProof> {
  // Loaded here: most people who open the page never use it.
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
    const { id, rawId, type, clientExtensionResults, response } = await startAuthentication({ optionsJSON })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return {
      challenge,
      response: {
        ...{ id, rawId, type, clientExtensionResults: { ...clientExtensionResults } },
        response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
      },
    }
  } catch (cause) {
    throw notUsed(cause, 'No passkey was used. You can try again.')
  }
}

/** Has the device make a passkey; throws an ApiError of code PASSKEY_NOT_USED. */
export async function makePasskey({ challenge, options }: PasskeyQuestion): Promise<NewPasskeyProof> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
    const { id, rawId, type, clientExtensionResults, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports } = response
    return {
      challenge,
      response: {
        ...{ id, rawId, type, clientExtensionResults: { ...clientExtensionResults } },
        response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
      },
    }
  } catch (cause) {
    throw notUsed(cause, 'No passkey was made. You can try again.')
  }
}
