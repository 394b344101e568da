import { render as renderPlainly, renderHook as renderHookPlainly } from '@testing-library/react'
import { Fragment, type ComponentType, type ReactNode } from 'react'
import { createApp } from '../../../src/console/app/app.ts'
import { AppContext } from '../../../src/console/app/useApp.ts'

type Wrapper = ComponentType<{ children: ReactNode }>

/** The console of a test file: each begins with a new one, see anew.ts. */
export const app = createApp()

const within = (Inner: Wrapper | typeof Fragment): Wrapper =>
  function InConsole({ children }) {
    return (
      <AppContext value={app}>
        <Inner>{children}</Inner>
      </AppContext>
    )
  }

export const render = (element: ReactNode) => renderPlainly(element, { wrapper: within(Fragment) })
export const renderHook = <Result, Props>(
  hook: (props: Props) => Result,
  { wrapper = Fragment, ...options }: { initialProps?: Props; wrapper?: Wrapper | typeof Fragment } = {},
) => renderHookPlainly<Result, Props>(hook, { ...options, wrapper: within(wrapper) })
