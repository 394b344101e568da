import type { ReactNode } from 'react'

/** A link within the console: the address can be copied and opened elsewhere. */
export function Link({
  url,
  go,
  className,
  children,
}: {
  url: string
  go: (url: string) => void
  className?: string
  children: ReactNode
}) {
  return (
    <a
      href={url}
      className={className}
      onClick={event => {
        event.preventDefault()
        go(url)
      }}
    >
      {children}
    </a>
  )
}
