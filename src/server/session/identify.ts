import type { SignedIn } from './user.ts'

/** Who holds a token: asked of our own database, or of the API that we stand in front of. */
export type Identify = (token: string) => Promise<SignedIn | undefined>
