import { getEntry, getString } from '../../../src/core/source/node.ts'
import { added, dropped, otherValue, type Fault } from '../fault.ts'
import type { Spot } from '../spots.ts'
import type { Tree } from '../tree.ts'
import { misspelt } from '../typos.ts'
import { kindOfPage, ownPages, route, spotAt } from './odds.ts'

/** Pages and calls that anybody may open, of records that belong to somebody. */
export function openToAll(tree: Tree): Fault[] {
  const scoped = (entity: string | undefined): boolean =>
    getEntry(tree.context.resolver.entity(entity ?? '', {})?.node, 'scope')?.value.type === 'map'
  const pages = ownPages(tree).flatMap(sheet => {
    const [top, node] = [spotAt(sheet, ''), tree.context.resolver.resolve(sheet.name, {})?.node]
    if (!top || top.names.includes('open') || !scoped(getString(node, 'entity'))) return []
    if (!['list', 'detail'].includes(kindOfPage(tree, route(sheet)) ?? '')) return []
    return added('open page of somebody’s records', top, 'open: true')
  })
  const known = getEntry(tree.of('endpoints')[0]!.node, 'endpoints')?.value
  const calls = tree.sheets
    .filter(({ kind }) => kind === 'endpoints')
    .flatMap(({ spots }) => spots)
    .flatMap(spot => {
      const [part, name, key] = spot.path
      if (part !== 'endpoints' || key !== 'access' || spot.given !== 'page') return []
      const own = getEntry(known, name!)?.value
      return ['list', 'one'].includes(getString(own, 'handler') ?? '') && scoped(getString(own, 'entity'))
        ? otherValue('open call of somebody’s records', spot, 'open')
        : []
    })
  return [...pages, ...calls]
}

/** A code on paper leads whoever reads it to a page that asks him to sign in. */
export function closedCodes(tree: Tree): Fault[] {
  return ownPages(tree).flatMap(sheet => {
    const page = spotAt(sheet, 'qr.page')
    if (!page) return []
    return ownPages(tree)
      .filter(other => !spotAt(other, 'open') && kindOfPage(tree, route(other)) === 'document')
      .slice(0, 3)
      .flatMap(other => otherValue('code on paper to a closed page', page, route(other)))
  })
}

const isText = ({ word }: Spot): boolean =>
  word.schema['x-text'] === true || word.id === 'locale.texts.*' || word.id.startsWith('dashboard.report.')

/** Placeholders in texts and in what they are translated to. */
export function wrongPlaceholders({ sheets }: Tree): Fault[] {
  return sheets.flatMap(({ spots, kind }) =>
    spots.flatMap(spot => {
      if (!isText(spot) || typeof spot.given !== 'string' || !spot.value) return []
      const old = spot.file.text.slice(...spot.value)
      const of = kind === 'locale' ? 'of a translation' : 'of a text'
      return [...spot.given.matchAll(/\{([\w.]+)\}/g)].flatMap(([all, name]) => [
        ...otherValue(`placeholder ${of}`, spot, old.replace(all, `{${misspelt(name!)}}`)),
        ...(kind === 'locale' ? otherValue(`placeholder ${of} left out`, spot, old.replace(all, '')) : []),
      ])
    }),
  )
}

/** Something to fill in where nothing is. */
export const strangePlaceholders = ({ sheets }: Tree): Fault[] =>
  sheets.flatMap(({ spots, kind }) =>
    spots.flatMap(spot => {
      const isPlain = isText(spot) && typeof spot.given === 'string' && /^[\p{L}]+$/u.test(spot.given)
      const sort =
        kind === 'locale' ? 'placeholder that a translation alone has' : 'placeholder where none is filled in'
      return isPlain ? otherValue(sort, spot, `'${String(spot.given)}{areaName}'`) : []
    }),
  )

/** Days of a calendar that there are not, and ones that nobody can read. */
export const wrongDays = ({ sheets }: Tree): Fault[] =>
  sheets
    .filter(({ name }) => /dictionaries\/(?:holiday|workday)$/.test(name))
    .flatMap(({ spots }) =>
      spots.flatMap(spot => {
        const day = spot.path.at(-1) ?? ''
        if (!spot.key || !/^\d{4}-\d\d-\d\d$/.test(day)) return []
        const by = [day.replace(/-\d\d$/, '-32'), day.replaceAll('-', '/'), day.replace(/-\d\d-/, '-13-')]
        return by.flatMap(wrong => {
          const [from, to] = spot.key!
          const text = `${spot.file.text.slice(0, from)}'${wrong}'${spot.file.text.slice(to)}`
          const line = spot.file.text.slice(0, from).split('\n').length
          return [
            {
              sort: 'day that there is not',
              what: `${spot.file.path}: ${day} → ${wrong}`,
              files: new Map([[spot.file.path, text]]),
              at: [[spot.file.path, line]] as const,
            },
          ]
        })
      }),
    )

/** What a call or page needs and is not given. */
export function missingArguments(tree: Tree): Fault[] {
  const calls = getEntry(tree.of('endpoints')[0]!.node, 'endpoints')?.value
  return ownPages(tree).flatMap(sheet =>
    sheet.spots.flatMap(spot => {
      if (spot.parent?.path.at(-1) !== 'args') return []
      const around = spot.parent.parent
      const call = ['call', 'source']
        .map(key => around && spotAt(sheet, [...around.path, key].join('.'))?.given)
        .find(name => typeof name === 'string')
      const params = getEntry(getEntry(calls, String(call))?.value, 'params')?.value
      const param = params && getEntry(params, spot.path.at(-1) ?? '')?.value
      const required = param && getEntry(param, 'required')?.value
      if (required?.type !== 'scalar' || required.value !== true || spot.parent.names.length < 2) return []
      return dropped('argument that is required', spot).map(fault => ({
        ...fault,
        at: [...fault.at, ...fault.at.map(([file, line]) => [file, line - 1] as const)],
      }))
    }),
  )
}
