import type { ReactNode } from 'react'
import { useGo } from '../../navigation/navigation.ts'

/** A link to a page of the console, which opens in its own tab. */
export function Link({ page, search = '', children }: { page: string; search?: string; children: ReactNode }) {
  const { to } = useGo()
  const url = `/${page}${search}`
  return (
    <a
      href={url}
      className="link"
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        to(url)
      }}
    >
      {children}
    </a>
  )
}
