import type { SignedIn } from '../access/signed-in.ts'

/** Resolves a token to its user, by our own database or an existing backend. */
/** `device`: the browser's device cookie. A token bound to a browser is valid only together with its cookie. */
export type Identify = (token: string, device?: string) => Promise<SignedIn | undefined>
