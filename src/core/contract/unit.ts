import type { DimensionModel } from './statistics.ts'

/** The entity of the units that people belong to. */
export const UNITS = 'org'

/** The dimension that tells which record of an entity a row belongs to: the first that names one. */
export const recordDimension = (
  dimensions: Iterable<Pick<DimensionModel, 'ref' | 'names' | 'field'>>,
  entity: string,
): Pick<DimensionModel, 'field'> | undefined =>
  [...dimensions].find(({ ref, names }) => ref === entity || names?.includes(entity) === true)

/** The dimension that tells which unit a row belongs to. */
export const unitDimension = (dimensions: Iterable<DimensionModel>): Pick<DimensionModel, 'field'> | undefined =>
  recordDimension(dimensions, UNITS)
