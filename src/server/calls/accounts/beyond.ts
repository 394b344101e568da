import type { Configuration, ScopedConfiguration } from '../../../core/index.ts'
import { areaPrefix } from '../../../core/model/scope.ts'
import { mayChange, mayUnmask } from '../../access/field-rights.ts'
import { reachOf } from '../../access/reach.ts'
import { entitiesIn } from '../../access/scoped-entities.ts'
import { isWithin } from '../../access/regions.ts'
import { allows } from '../../access/roles.ts'
import { sharesOf } from '../../access/shares.ts'
import type { Entity } from '../../db/tables/models.ts'
import { scopeOf } from '../../../core/model/scope.ts'
import type { SignedIn } from '../../access/signed-in.ts'
import { buttonsOf, machineFor, namedBeyond } from '../../machines/machines.ts'

/** A right that one person has and another lacks, with a message for the one who lacks it. */
export interface ExcessRight {
  of: 'customer' | 'level' | 'rows' | 'masks' | 'pages' | 'buttons' | 'shares' | 'fields'
  words: string
}

export interface RightsSource {
  configuration(): Configuration
  entities(): ReadonlyMap<string, Entity>
}

const TOWN = 4
const NATION_WIDE = 4
const MOST_NAMED = 3

/**
 * Rights that `other` has and `own` lacks, compared in the place of `other`: customer, level, rows, masks, pages,
 * buttons, divided work, fields. Without this check administrators could gain rights by creating, changing or signing
 * in as users with more rights than their own.
 */
export function excessRights(source: RightsSource, own: SignedIn, other: SignedIn): ExcessRight[] {
  const scoped = source.configuration().scope(scopeOf(other))
  const ground = { ...source, entities: () => entitiesIn(source, scoped) }
  const there = inPlaceOf(own, other)
  const found: [ExcessRight['of'], string | undefined][] = [
    ['customer', own.customerId !== '' && other.customerId !== own.customerId ? '属于其他客户' : undefined],
    ['level', higher(own, other)],
    ['rows', seesRowsOf(source.configuration(), own, other) ? undefined : '数据范围大于您自己的'],
    ['masks', mayUnmask(other) && !mayUnmask(own) ? '可显示敏感信息' : undefined],
    ['pages', pagesBeyond(scoped, there, other)],
    ['buttons', buttonsBeyond(ground, scoped, there, other)],
    ['shares', sharesBeyond(ground, scoped, own, other)],
    ['fields', fieldsBeyond(ground, there, other)],
  ]
  return found.flatMap(([of, words]) => (words === undefined ? [] : [{ of, words }]))
}

/**
 * The own account as if it belonged to the other's customer, area and unit. It counts as having the levels below its
 * own, and, if it belongs to no customer, the other's roles: a superior may manage people with rights that only lower
 * levels or customers' roles have.
 */
function inPlaceOf(own: SignedIn, other: SignedIn): SignedIn {
  const levels = Array.from({ length: TOWN - own.areaLevel + 1 }, (_, i) => String(own.areaLevel + i))
  const codes = own.customerId === '' && other.customerId !== '' ? other.roles : []
  const { id, customerId, areaCode, areaLevel, orgId } = other
  return {
    ...own,
    id,
    customerId,
    areaCode,
    areaLevel,
    orgId,
    mustChange: false,
    alsoAs: [...levels, own.areaCode, areaPrefix(own.areaCode), ...codes],
  }
}

function higher(own: SignedIn, other: SignedIn): string | undefined {
  if (other.areaLevel < own.areaLevel) return '层级高于您'
  const above = other.roleNames.filter(
    ({ code }) => !own.roles.includes(code) && (other.roleLevels?.[code] ?? TOWN) < own.areaLevel,
  )
  return named(
    '角色高于本级：',
    above.map(({ name }) => name),
  )
}

/**
 * Data scopes are nested (own rows, unit, area, customer), so with equal places a wider scope includes a narrower one.
 */
function seesRowsOf(configuration: Configuration, own: SignedIn, other: SignedIn): boolean {
  const covered = (customerId: string): string[] =>
    configuration.customers().find(one => one.customer === customerId)?.areas ?? []
  const [mine, theirs] = [own.dataScope ?? 3, other.dataScope ?? 3]
  if (mine === NATION_WIDE && covered(own.customerId).length > 0) return true
  const areas =
    theirs === NATION_WIDE && covered(other.customerId).length > 0 ? covered(other.customerId) : [other.areaCode]
  if (!areas.every(area => isWithin(area, own.areaCode))) return false
  if (mine >= 3) return true
  return theirs <= mine && own.orgId === other.orgId && (mine === 2 || own.id === other.id)
}

function pagesBeyond(scoped: ScopedConfiguration, own: SignedIn, other: SignedIn): string | undefined {
  const { pages } = reachOf(scoped, own)
  const more = [...reachOf(scoped, { ...other, mustChange: false }).pages].filter(route => !pages.has(route))
  return named(
    '可打开页面',
    more.map(route => scoped.manifest.pages[route]?.title ?? route),
  )
}

/** Transitions of workflows, and acting for any unit (`adminRoles`). */
function buttonsBeyond(
  { entities }: RightsSource,
  scoped: ScopedConfiguration,
  own: SignedIn,
  other: SignedIn,
): string | undefined {
  const all = [...entities().values()]
  const [mine, theirs] = [buttonsOf(scoped, own, all), buttonsOf(scoped, other, all)]
  return named(
    '可用按钮',
    all.flatMap(entity => {
      const machine = machineFor(scoped, entity)
      if (!machine) return []
      const { doc, transitions } = machine
      const more = [
        ...(theirs[entity.name] ?? []).filter(code => !mine[entity.name]?.includes(code)),
        ...namedBeyond(machine, own, other),
      ]
      const standsIn =
        doc.adminRoles && allows(doc.adminRoles, other) && !allows(doc.adminRoles, own)
          ? [`${doc.label}代任何单位办理`]
          : []
      return [...more.map(code => `${doc.label}${transitions.get(code)?.label ?? code}`), ...standsIn]
    }),
  )
}

/** A person without a share has all of the work. */
function sharesBeyond(
  { entities }: RightsSource,
  scoped: ScopedConfiguration,
  own: SignedIn,
  other: SignedIn,
): string | undefined {
  const theirs = sharesOf(scoped, other)
  const more = [...(sharesOf(scoped, own) ?? [])].filter(
    ([name, { values }]) => !theirs?.get(name)?.values.every(value => values.includes(value)),
  )
  return named(
    '分工之外的',
    more.map(([name]) => entities().get(name)?.label ?? name),
  )
}

function fieldsBeyond({ entities }: RightsSource, own: SignedIn, other: SignedIn): string | undefined {
  const more = [...entities().values()].flatMap(entity =>
    entity.fields
      .filter(
        field =>
          (allows(field.roles, other) && !allows(field.roles, own))
          || (mayChange(field, other) && !mayChange(field, own)),
      )
      .map(({ label }) => `${entity.label}${label}`),
  )
  return named('可看可改字段', more)
}

function named(what: string, names: readonly string[]): string | undefined {
  const different = [...new Set(names)]
  if (different.length === 0) return undefined
  return `${what}${different
    .slice(0, MOST_NAMED)
    .map(name => `“${name}”`)
    .join('、')}${different.length > MOST_NAMED ? `等${different.length}项` : ''}`
}
