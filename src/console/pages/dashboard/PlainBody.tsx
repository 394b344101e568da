import { Suspense, use } from 'react'
import type { BoardWidget } from '../../../core/contract/configuration.ts'
import type { Figures } from '../../../core/contract/statistics.ts'
import { pictureModule } from './pictureModule.ts'

/** No numbers: what it shows stands in its options. */
const NO_FIGURES: Figures = {
  asOf: '',
  measures: [],
  by: [],
  rows: [],
  total: { keys: [], labels: [], values: [], filters: {} },
  filters: {},
}
const nothing = () => undefined

/** A widget that counts nothing: text, picture, page of another site, calendar. */
export const PlainBody = ({ widget }: { widget: BoardWidget }) => (
  <Suspense fallback={null}>
    <Drawn widget={widget} />
  </Suspense>
)

function Drawn({ widget }: { widget: BoardWidget }) {
  const loading = pictureModule(widget.widget)
  const module = loading && use(loading)
  if (!module) return null
  return (
    <module.Picture
      figures={NO_FIGURES}
      measures={[]}
      dimensions={[]}
      entries={nothing}
      width={0}
      height={0}
      options={widget.options}
      onOpen={nothing}
    />
  )
}
