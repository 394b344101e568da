/** What a session is called in the trail and in lists: nobody signs in with a part of a hash. */
export const nameOf = (tokenHash: string): string => tokenHash.slice(0, 12)
