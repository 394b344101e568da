import { useId, type ReactNode } from 'react'
import type { Outline } from '../../../core/contract/outline.ts'
import type { Fit } from '../layout/map.ts'

interface Props {
  outline: Outline
  fit: Fit
  children: ReactNode
}

/** How high the part that is drawn apart is, to the map. */
const HIGH = 0.36

/** The shapes of a map; what lies far away is drawn once more, smaller, in its lower right corner. */
export function MapShapes({ outline: { width, height, inset }, fit, children }: Props) {
  const id = useId().replaceAll(/\W/g, '')
  const move = `translate(${fit.left} ${fit.top}) scale(${fit.scale})`
  if (!inset) return <g transform={move}>{children}</g>
  const high = height * HIGH
  const wide = (high * inset.width) / inset.height
  const box = { x: width - wide, y: height - high, width: wide, height: high }
  return (
    <g transform={move}>
      <clipPath id={`${id}-own`}>
        <rect width={width} height={height} />
      </clipPath>
      <g clipPath={`url(#${id}-own)`}>
        <g id={id}>{children}</g>
      </g>
      <rect className="map-inset" {...box} />
      <svg {...box} viewBox={[inset.x, inset.y, inset.width, inset.height].join(' ')} aria-hidden="true">
        <use href={`#${id}`} />
      </svg>
    </g>
  )
}
