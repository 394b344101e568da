import type { ScopedConfiguration } from '../../core/index.ts'
import type { SignedIn } from '../access/signed-in.ts'

/** A customer's option that requires a second factor of all its users; a role can require it of its holders. */
const OPTION = 'secondFactor'

export const needsFactor = ({ app }: ScopedConfiguration, { wantsFactor }: SignedIn): boolean =>
  wantsFactor === true || app.options[OPTION] === true

/** The user with `mustEnrol` set, if a required second factor is missing. */
export const withDuty = (scoped: ScopedConfiguration, user: SignedIn): SignedIn =>
  !user.hasFactor && needsFactor(scoped, user) ? { ...user, mustEnrol: true } : user
