import { type ComponentType } from 'react'
import type { SystemPage } from '../../../core/contract/configuration.ts'
import { NotFound } from './NotFound.tsx'
import { lazyPart } from '../../boundaries/lazyPart.ts'

/** Components for pages of kind `system`, by their `view`. */
export const SYSTEM_VIEWS: Record<string, ComponentType<{ page: SystemPage }>> = {
  notFound: NotFound,
  welcome: lazyPart(async () => ({ default: (await import('./Welcome.tsx')).Welcome })),
  password: lazyPart(async () => ({ default: (await import('../account/Password.tsx')).Password })),
  security: lazyPart(async () => ({ default: (await import('../account/Security.tsx')).Security })),
  manual: lazyPart(async () => ({ default: (await import('../manual/ManualView.tsx')).ManualView })),
  login: lazyPart(async () => ({ default: (await import('./LoginView.tsx')).LoginView })),
}
