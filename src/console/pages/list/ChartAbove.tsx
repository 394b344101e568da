import { lazy, Suspense, type ComponentProps } from 'react'

const ListChart = lazy(async () => ({ default: (await import('./panels/ListChart.tsx')).ListChart }))

/** Where a list may have a chart; without one nothing of it is fetched. */
export const ChartAbove = (props: ComponentProps<typeof ListChart>) => (
  <Suspense fallback={null}>
    <ListChart {...props} />
  </Suspense>
)
