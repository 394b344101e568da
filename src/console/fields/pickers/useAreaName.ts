import { useEffect, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { ConsoleApp } from '../../app/app.ts'
import { areaName, ownAreaName } from '../../data/areas.ts'

const namesOf = async (app: ConsoleApp, codes: readonly string[]): Promise<string> =>
  (await Promise.all(codes.map(code => ownAreaName(app, code)))).join('、')

/** Name of an area, or of several by commas, loaded level by level like the cascader's options. */
export function useAreaName(code: string): string {
  const app = useApp()
  const [name, setName] = useState('')
  useEffect(() => {
    let live = true
    const found = code.includes(',') ? namesOf(app, code.split(',')) : areaName(app, code)
    if (code) void found.then(text => live && setName(text))
    return () => {
      live = false
    }
  }, [app, code])
  return code ? name || code : ''
}
