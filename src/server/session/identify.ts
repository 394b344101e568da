import type { SignedIn } from '../access/signed-in.ts'

/** Who holds a token: asked of our own database, or of the API that we stand in front of. */
/** `device`: what the browser keeps beside it, without which a bound token is nobody's. */
export type Identify = (token: string, device?: string) => Promise<SignedIn | undefined>
