import type { ScopedConfiguration } from '../../core/index.ts'
import type { SignedIn } from '../access/signed-in.ts'

/** The customer's option that asks everybody for a second factor; a role's flag asks those who hold it. */
const OPTION = 'secondFactor'

export const needsFactor = ({ manifest }: ScopedConfiguration, { wantsFactor }: SignedIn): boolean =>
  wantsFactor === true || manifest.app.options[OPTION] === true

/** A person with what they have to do first. */
export const withDuty = (scoped: ScopedConfiguration, user: SignedIn): SignedIn =>
  !user.hasFactor && needsFactor(scoped, user) ? { ...user, mustEnrol: true } : user
