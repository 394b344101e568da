import { useEffect, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import { areaName } from '../../data/areas.ts'

/** Name of an area, loaded level by level like the cascader's options. */
export function useAreaName(code: string): string {
  const app = useApp()
  const [name, setName] = useState('')
  useEffect(() => {
    let live = true
    if (code) void areaName(app, code).then(found => live && setName(found))
    return () => {
      live = false
    }
  }, [app, code])
  return code ? name || code : ''
}
