import { Suspense, type ComponentProps } from 'react'
import { lazyPart } from '../../boundaries/lazyPart.ts'

const ListChart = lazyPart(async () => ({ default: (await import('./panels/ListChart.tsx')).ListChart }))

/** Loads the chart's code only for lists with a chart. */
export const ChartAbove = (props: ComponentProps<typeof ListChart>) => (
  <Suspense fallback={null}>
    <ListChart {...props} />
  </Suspense>
)
