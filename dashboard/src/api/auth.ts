import { ApiError } from './call.ts';

/** One of better-auth's addresses under `/api/auth`. */
export async function authCall<T = unknown>(path: `/${string}`, body?: object): Promise<T> {
  const response = await fetch(`/api/auth${path}`, {
    method: body ? 'POST' : 'GET',
    headers: body ? { 'Content-Type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : null,
  }).catch(() => {
    throw new ApiError(0, { error: 'offline' });
  });
  const data: unknown = await response.json().catch(() => null);
  if (response.ok) return data as T;
  const { code } = (data ?? {}) as { code?: string };
  const seconds = Number(response.headers.get('Retry-After')) || 60;
  throw new ApiError(response.status, {
    error: response.status === 429 ? 'too_many_requests' : (code ?? 'internal'),
    facts: { seconds },
  });
}

export interface SignInResult {
  /** The password was right; the second factor is still to come. */
  readonly twoFactorRedirect?: boolean;
}

export const signInWithPassword = (email: string, password: string) =>
  authCall<SignInResult>('/sign-in/email', { email, password, rememberMe: true });

export const passkeysWork = () =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** Asks the device; `conditional` waits quietly until the person picks a passkey from the e-mail field. */
export async function signInWithPasskey(conditional: boolean, signal?: AbortSignal): Promise<void> {
  const options = await authCall<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options',
  );
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    mediation: conditional ? 'conditional' : 'optional',
    ...(signal && { signal }),
  });
  if (!(credential instanceof PublicKeyCredential)) throw new ApiError(0, { error: 'passkey_failed' });
  await authCall('/passkey/verify-authentication', { response: credential.toJSON() });
}

export async function addPasskey(name: string): Promise<void> {
  const options = await authCall<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/generate-register-options',
  );
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  if (!(credential instanceof PublicKeyCredential)) throw new ApiError(0, { error: 'passkey_failed' });
  await authCall('/passkey/verify-registration', { response: credential.toJSON(), name });
}
