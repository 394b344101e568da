/**
 * The name of a session in lists and in the audit trail: a part of the token's hash, which cannot be used to sign in.
 */
export const nameOf = (tokenHash: string): string => tokenHash.slice(0, 12)
