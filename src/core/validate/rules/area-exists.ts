import { areaPrefix } from '../../model/scope.ts'
import type { Origin } from '../../diagnostic/diagnostic.ts'
import { getEntry, isFalse } from '../../source/node.ts'
import type { RuleContext } from '../facts/context.ts'
import regions from '../../../../data-regions/regions.json' with { type: 'json' }
import type { Rule } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

/** Provinces, cities and counties by their codes without the zeros behind. */
const KNOWN: ReadonlySet<string> = new Set(
  (regions as [code: string, ...unknown[]][]).flatMap(([code]) => [areaPrefix(code), code, code.slice(0, 4)]),
)
/** '00', '000000': the nation as a whole, where the platform's own people are. */
const NATION = /^0+$/
/** Codes of towns and streets begin with their county's; those from 99 on are made up, for tests and demonstrations. */
const exists = (code: string): boolean => KNOWN.has(code.slice(0, 6)) || code.startsWith('99') || NATION.test(code)

/** Whether a code, or a prefix of codes, is that of an area. */
export const isArea = (code: string): boolean => CODE.test(code) && exists(code)

const CODE = /^\d{2}$|^\d{4}$|^\d{6}$|^\d{9}$|^\d{12}$/

/** Areas that have a folder, and where one says so: its area.yaml, or the first of its files. */
const foldersOf = ({ project: { layers, contents, documents } }: RuleContext): { area: string; origin: Origin }[] =>
  layers.flatMap(({ name, area }) => {
    const names = contents.get(name) ?? []
    const first = names.find(one => one === 'area') ?? names[0]
    const node = documents.get(first ?? '')?.find(({ layer }) => layer === name)?.node
    return area === undefined || !node ? [] : [{ area, origin: getEntry(node, 'area')?.value.origin ?? node.origin }]
  })

export const areaExists: Rule = {
  code: 'area-exists',
  about: {
    zh: '地区编码是有的：文件夹、客户所辖的 areas、写角色的地方',
    en: 'Area codes exist: those of folders, of a customer’s areas, and where roles stand',
  },
  check: (context, report) => {
    const check = (name: string, origin: Origin): void => {
      if (!isArea(name)) reportUnknown(report, { name, origin }, ['地区', 'area'], KNOWN)
    }
    for (const { mention } of context.mentions('role')) if (/^\d{2,}$/.test(mention.name)) checkRole(mention, check)
    for (const { area, origin } of foldersOf(context)) check(area, origin)
    for (const { node } of context.project.documents.get('customer') ?? []) {
      const areas = getEntry(node, 'areas')?.value
      for (const item of areas?.type === 'list' ? areas.items : [])
        if (item.type === 'scalar' && !isFalse(item)) check(String(item.value), item.origin)
    }

    /** A role's code may be a number, too. */
    function checkRole({ name, origin }: { name: string; origin: Origin }, one: typeof check): void {
      if (!context.documents[0]?.view.names('roleOrGroup').has(name)) one(name, origin)
    }
  },
}
