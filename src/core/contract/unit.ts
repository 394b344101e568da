import type { DimensionModel } from './statistics.ts'

/** The entity of the units that people belong to. */
export const UNITS = 'org'

/** The dimension that tells which unit a row belongs to: the first that names one. */
export const unitDimension = (dimensions: Iterable<DimensionModel>): DimensionModel | undefined =>
  [...dimensions].find(({ ref }) => ref === UNITS)
