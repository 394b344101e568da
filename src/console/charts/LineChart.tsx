import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useApp } from '../app/useApp.ts'
import { t } from '../i18n/t.ts'
import { chunk } from '../boundaries/chunk.ts'
import { look } from '../theme/look.ts'
import { CHART, tokensOf } from '../theme/tokens.ts'
import type { Picture } from './picture.ts'

/**
 * A line chart. The chart library is loaded only when one is drawn. `name`: description of the chart for screen
 * readers.
 */
export function LineChart({ picture, name }: { picture: Picture; name: string }) {
  const app = useApp()
  const box = useRef<HTMLDivElement>(null)
  const store = look(app)
  const current = useSyncExternalStore(store.subscribe, store.get)
  const [failed, setFailed] = useState<Error>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    let live = true
    let end: (() => void) | undefined
    const colours = { tokens: tokensOf(current), palette: CHART[current.theme], dark: current.theme === 'dark' }
    const draw = async () => {
      const { drawLine } = await chunk(app, import('./line.ts'))
      if (live && box.current) end = drawLine(box.current, picture, colours)
    }
    draw().catch((error: Error) => {
      if (live) setFailed(error)
    })
    return () => {
      live = false
      end?.()
    }
  }, [picture, current, round, app])
  if (!failed) return <div ref={box} className="line-chart" role="img" aria-label={name} />
  const again = () => {
    setFailed(undefined)
    setRound(round + 1)
  }
  return (
    <p role="alert" className="weak">
      {t('图没有画出来')}：{failed.message}{' '}
      <button type="button" className="link" onClick={again}>
        {t('重试')}
      </button>
    </p>
  )
}
