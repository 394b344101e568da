import { lazy, Suspense, type ComponentType, type LazyExoticComponent } from 'react'
import { FieldBoundary } from './FieldBoundary.tsx'
import { Missing } from './Missing.tsx'

/** A hand-written part that YAML names: what it takes, and where its code is. */
export interface WidgetDefinition {
  /** JSON Schema of its props; validation reads it too */
  props: Record<string, unknown>
  load: () => Promise<ComponentType<Record<string, unknown>>>
}

const widgets = new Map<
  string,
  { definition: WidgetDefinition; Component: LazyExoticComponent<ComponentType<Record<string, unknown>>> }
>()

export function defineWidget(name: string, definition: WidgetDefinition): void {
  widgets.set(name, { definition, Component: lazy(async () => ({ default: await definition.load() })) })
}

export function Widget({ name, props, origin }: { name: string; props: Record<string, unknown>; origin: string }) {
  const found = widgets.get(name)
  if (!found) return <Missing what={name} origin={origin} />
  return (
    <FieldBoundary>
      <Suspense fallback={null}>
        <found.Component {...props} />
      </Suspense>
    </FieldBoundary>
  )
}
