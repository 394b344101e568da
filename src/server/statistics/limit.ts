import type { DimensionModel } from '../../core/contract/statistics.ts'
import { badRequest, type Refusal } from '../answer/refusal.ts'

/** Most groups that are counted: nobody reads more, and a field of single values has as many as it has rows. */
export const MOST_GROUPS = 5_000

type Named = { dimension: Pick<DimensionModel, 'kind' | 'label'> }

/** How many keys each dimension has among these groups. */
export const sizesOf = (all: readonly unknown[], groups: readonly { keys: readonly (string | null)[] }[]): number[] =>
  all.map((_, i) => new Set(groups.flatMap(({ keys }) => keys[i] ?? [])).size)

const ADVICE: Partial<Record<DimensionModel['kind'], string>> = {
  time: '请选择更短的时期',
  area: '请进入下一级地区再看',
}

/** Refuses more groups than are told, by how many each dimension has; `more`: these are only the first ones. */
export function refuseTooMany(groupings: readonly Named[], sizes: readonly number[], more = false): void {
  if (!more && sizes.reduce((product, size) => product * size, 1) <= MOST_GROUPS) return
  throw tooMany(
    groupings.map(({ dimension }) => dimension),
    sizes,
    more,
  )
}

function tooMany(dimensions: readonly Named['dimension'][], sizes: readonly number[], more: boolean): Refusal {
  const widest = dimensions[sizes.indexOf(Math.max(...sizes))]
  const told = dimensions.map(({ label }, i) => `“${label}”${more ? '至少' : ''} ${sizes[i] ?? 0} 个`).join(' × ')
  const advice = (widest && ADVICE[widest.kind]) ?? `请缩小范围，使“${widest?.label ?? ''}”少一些，或按别的维度查看`
  return badRequest(`分组太多：${told}，一次最多 ${MOST_GROUPS} 个。${advice}`)
}
