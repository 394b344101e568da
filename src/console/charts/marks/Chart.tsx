import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import type { PictureProps } from '../model/props.ts'
import type { Mark } from './mark.ts'
import { Tip } from './Tip.tsx'
import { useMarks, type Nearest } from './useMarks.ts'
import './charts.css'

interface Props {
  width: number
  height: number
  /** the picture in one sentence */
  name: string
  marks: readonly Mark[]
  onOpen: PictureProps['onOpen']
  nearest?: Nearest
  children: ReactNode
}

/** A drawn picture: marks inside, and around them everything that all pictures share. */
export function Chart({ width, height, name, marks, onOpen, nearest, children }: Props) {
  const { box, active, mark, handlers } = useMarks(marks, onOpen, nearest)
  return (
    <>
      <svg
        ref={box}
        className="chart"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role={marks.length > 0 ? 'application' : 'img'}
        aria-roledescription={t('图')}
        aria-label={name}
        tabIndex={marks.length > 0 ? 0 : undefined}
        {...handlers}
      >
        {children}
      </svg>
      <Tip mark={mark} isByKey={active?.isByKey ?? false} box={box} />
    </>
  )
}
