import { formatOrigin, type Origin, type Report } from '../diagnostic/diagnostic.ts'
import { nearest } from '../diagnostic/nearest.ts'
import { shortName, type Document } from '../source/document.ts'
import type { Entry, MapNode, Node } from '../source/node.ts'
import { BASE, placeOf, PRODUCT, type Layer } from './layer.ts'
import type { Resolver } from './resolve.ts'

export const typeOf = (node: Node): string => (node.type === 'scalar' ? typeof node.value : node.type)

export function reportMissing(name: string, entry: Entry, below: MapNode, report: Report): void {
  const meant = nearest(name, below.entries.keys())
  report({
    code: 'overlay-target-missing',
    severity: 'error',
    message: `下层没有“${name}”，这处覆盖不起作用`,
    messageEn: `Nothing below is named "${name}": this patch does nothing`,
    origin: entry.keyOrigin,
    ...(meant ? { suggestion: meant } : {}),
  })
}

/**
 * An overlay without effect is an error. A product that repeats what the base says gets only a hint: it may want to
 * keep the value if a later version of the base changes it.
 */
export function reportNoChange(above: Node, below: Node, report: Report, entry?: Entry): void {
  const where = below === above ? '' : `（${formatOrigin(below.origin)}）`
  const isProductOverBase = layerAt(above) === PRODUCT && layerAt(below) === BASE
  report({
    code: 'overlay-no-change',
    severity: isProductOverBase ? 'warning' : 'error',
    message: `这处覆盖什么也没有改变：与下层的值相同${where}，请删除它`,
    messageEn: `This patch changes nothing: the layer below already says so${where}; delete it`,
    origin: entry?.keyOrigin ?? above.origin,
  })
}

/** `$only` says all of a map: which members stay and in which order. */
export function reportBeside(name: string, origin: Origin, report: Report): void {
  report({
    code: 'overlay-only',
    severity: 'error',
    message: `$only 已经说全了留下哪些、按什么次序，“${name}”不起作用：写进 $only，或者删去这一行`,
    messageEn: `$only says which members stay, in which order: "${name}" does nothing. Name it there, or delete it`,
    origin,
  })
}

export function reportOnlyIdle({ origin }: Node, report: Report): void {
  report({
    code: 'overlay-only',
    severity: 'error',
    message: '下层没有这个映射，$only 没有可去掉的：删去它，只写要的成员',
    messageEn: 'No such map lies below, so $only leaves nothing out: delete it and write the members that you want',
    origin,
  })
}

/** `*` stands for all others, and an `$only` is there to name none of them. */
export function reportRest(origin: Origin, report: Report): void {
  report({
    code: 'overlay-only',
    severity: 'error',
    message: '$only 里不写 *：写出要留下的名字；只排次序用 $order',
    messageEn: '$only takes no *: name the members that stay, and use $order where only the order changes',
    origin,
  })
}

const layerAt = ({ origin }: Node): Layer | undefined => placeOf(origin.file)?.layer

const TYPE_NAMES: Record<string, [string, string]> = {
  string: ['文本', 'text'],
  number: ['数字', 'a number'],
  boolean: ['是否值', 'true or false'],
  list: ['列表', 'a list'],
  map: ['映射', 'a map'],
}

export function reportType(entry: Entry, below: Node, report: Report): void {
  const [zhOld, enOld] = TYPE_NAMES[typeOf(below)] ?? ['空值', 'empty']
  const [zhNew, enNew] = TYPE_NAMES[typeOf(entry.value)] ?? ['空值', 'empty']
  report({
    code: 'overlay-type-changed',
    severity: 'error',
    message: `值的类型变了：下层（${formatOrigin(below.origin)}）是${zhOld}，这里是${zhNew}`,
    messageEn: `The type changed: the layer below (${formatOrigin(below.origin)}) has ${enOld}, this has ${enNew}`,
    origin: entry.value.origin,
  })
}

export function reportKind(entry: Entry, below: Node, report: Report): void {
  const [old, own] = [below, entry.value].map(node => (node.type === 'scalar' ? String(node.value) : ''))
  report({
    code: 'overlay-kind-changed',
    severity: 'error',
    message: `字段的类型变了：下层（${formatOrigin(below.origin)}）是 ${old}，这里是 ${own}；要别的类型，请写一个新字段`,
    messageEn:
      `The kind of the field changed: the layer below (${formatOrigin(below.origin)}) has ${old}, this has ${own}; `
      + 'write a new field for another kind',
    origin: entry.value.origin,
  })
}

export function reportNoPage(resolver: Resolver, document: Document, report: Report): void {
  const route = shortName(document.name)
  const meant = nearest(
    route,
    resolver.routes().filter(r => r !== route),
  )
  report({
    code: 'overlay-target-missing',
    severity: 'error',
    message: `下层没有页面 ${route}：若要新建页面，请写 kind 或 extends；若要覆盖，请检查文件名`,
    messageEn:
      `No layer below has the page ${route}: write kind or extends to make a new page, or mend the file `
      + `name to patch one`,
    origin: { file: document.file, line: 1, col: 1 },
    ...(meant ? { suggestion: meant } : {}),
  })
}
