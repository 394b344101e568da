import { Suspense, use, useRef } from 'react'
import type { BoardWidget } from '../../../core/contract/configuration.ts'
import type { Figures } from '../../../core/contract/statistics.ts'
import { lazyPart } from '../../boundaries/lazyPart.ts'
import { t } from '../../i18n/t.ts'
import { pictureModule } from './pictureModule.ts'
import { useSize } from './useSize.ts'

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
export function PlainBody({ widget }: { widget: BoardWidget }) {
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  return (
    <div ref={box} className={widget.widget === 'calendar' ? undefined : 'board-picture'}>
      {size && (
        <Suspense fallback={null}>
          <Drawn widget={widget} {...size} />
        </Suspense>
      )}
    </div>
  )
}

const SignCalendar = lazyPart(async () => ({ default: (await import('../../calendar/SignCalendar.tsx')).SignCalendar }))

function Drawn({ widget, width, height }: { widget: BoardWidget; width: number; height: number }) {
  const { lunar, festivals } = widget.options
  if (widget.widget === 'calendar')
    return <SignCalendar label={t(widget.title ?? widget.name)} lunar={lunar === true} festivals={festivals === true} />
  const loading = pictureModule(widget.widget)
  const module = loading && use(loading)
  if (!module) return null
  return (
    <module.Picture
      figures={NO_FIGURES}
      measures={[]}
      dimensions={[]}
      entries={nothing}
      width={width}
      height={height}
      options={{ title: widget.title, ...widget.options }}
      onOpen={nothing}
    />
  )
}
