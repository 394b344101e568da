import { useEffect, useState } from 'react'
import { useApp } from '../app/useApp.ts'
import { chunk } from '../boundaries/chunk.ts'
import type { DayWords } from './days/lunar.ts'

type Lunar = (day: string, festivals: boolean) => DayWords

/** The lunar calendar, loaded when a calendar that shows it is drawn; a calendar without its words is still one. */
export function useLunar(wanted: boolean): Lunar | undefined {
  const app = useApp()
  const [lunar, setLunar] = useState<{ of: Lunar }>()
  useEffect(() => {
    if (!wanted) return
    let live = true
    chunk(app, import('./days/lunar.ts')).then(
      ({ wordsOfDay }) => {
        if (live) setLunar({ of: wordsOfDay })
      },
      () => undefined,
    )
    return () => {
      live = false
    }
  }, [app, wanted])
  return wanted ? lunar?.of : undefined
}
