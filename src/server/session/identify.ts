import type { SignedIn } from '../access/signed-in.ts'

/** Who holds a token: asked of our own database, or of the API that we stand in front of. */
/** `device`: the cookie of the browser; a token that is bound to it is worth nothing without. */
export type Identify = (token: string, device?: string) => Promise<SignedIn | undefined>
