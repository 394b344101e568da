import { memo, Suspense } from 'react'
import { lazyPart } from '../../boundaries/lazyPart.ts'
import type { FilterChipsProps } from './panels/FilterChips.tsx'

const FilterChips = lazyPart(async () => ({ default: (await import('./panels/FilterChips.tsx')).FilterChips }))

/** What the list is filtered by, in words, also where the filters themselves are folded away. */
export const ActiveFilters = memo(function ActiveFilters(props: FilterChipsProps) {
  if (!props.page.filters.some(({ name }) => props.filters[name])) return null
  return (
    <div className="chips">
      <Suspense fallback={null}>
        <FilterChips {...props} />
      </Suspense>
    </div>
  )
})
