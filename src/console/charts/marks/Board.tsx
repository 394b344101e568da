import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import type { PictureProps } from '../model/props.ts'
import type { Mark } from './mark.ts'
import { Tip } from './Tip.tsx'
import { useMarks } from './useMarks.ts'
import './charts.css'

interface Props {
  width: number
  height: number
  /** the picture in one sentence */
  name: string
  className: string
  marks: readonly Mark[]
  onOpen: PictureProps['onOpen']
  children: ReactNode
}

/** What Chart is for SVG, for pictures made of lines of text; what does not fit is scrolled. */
export function Board({ width, height, name, className, marks, onOpen, children }: Props) {
  const { box, active, mark, handlers } = useMarks(marks, onOpen)
  return (
    <>
      <div
        ref={box}
        className={`chart-lines ${className}`}
        style={{ width, height }}
        role={marks.length > 0 ? 'application' : 'img'}
        aria-roledescription={t('图')}
        aria-label={name}
        tabIndex={0}
        {...handlers}
      >
        {children}
      </div>
      <Tip mark={mark} isByKey={active?.isByKey ?? false} box={box} index={active?.index} />
    </>
  )
}
