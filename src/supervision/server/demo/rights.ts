import type { Configuration, EndpointModel } from '../../../core/index.ts'
import { mayMake } from '../../../server/access/reach.ts'
import { isWithin } from '../../../server/access/regions.ts'
import { excessRights, type RightsSource } from '../../../server/calls/accounts/beyond.ts'
import { scopeOf } from '../../../core/model/scope.ts'
import type { SignedIn } from '../../../server/access/signed-in.ts'

/** Who manages decides what others may do; all else that changes anything is a change. */
export type CallKind = 'read' | 'change' | 'manage'
const MANAGED = ['user', 'role', 'org']

export function callKindOf({ access, changes }: EndpointModel): CallKind {
  if (!changes) return 'read'
  return access === 'page' && changes.some(entity => MANAGED.includes(entity)) ? 'manage' : 'change'
}

/** The first account of each kind: no two of the same level and roles. */
export const kindsOfPeople = (people: readonly SignedIn[]): SignedIn[] =>
  [...new Map([...people].reverse().map(one => [`${one.areaLevel} ${one.roles.join()}`, one])).values()].reverse()

/** Calls that are built, with who of these people may make them. */
export function rightsOf(
  configuration: Configuration,
  people: readonly SignedIn[],
): { call: EndpointModel; holders: SignedIn[] }[] {
  return configuration
    .endpoints()
    .filter(({ handler }) => handler !== undefined)
    .map(call => ({
      call,
      holders: people.filter(user => mayMake(configuration.scope(scopeOf(user)), user, call)),
    }))
}

/** Of those whom somebody finds in the list of users, whom they may not manage, and why. */
export function unmanageable(
  ground: RightsSource,
  own: SignedIn,
  people: readonly SignedIn[],
): { seen: SignedIn[]; refused: Map<SignedIn, string> } {
  const seen = people.filter(
    other => other !== own && isWithin(other.areaCode, own.areaCode) && ['', other.customerId].includes(own.customerId),
  )
  const refused = seen.flatMap((other): [SignedIn, string][] => {
    const more = excessRights(ground, own, other)
    return more.length > 0 ? [[other, more.map(({ words }) => words).join('；')]] : []
  })
  return { seen, refused: new Map(refused) }
}
