import './KeyValue.css'
import type { Key, ReactNode } from 'react'
import { Widget } from '../layout/ErrorBoundary.tsx'

interface KeyValueProps {
  items: readonly { key?: Key; label: ReactNode; value: ReactNode; wide?: boolean }[]
  columns?: 1 | 2 | 3
}

export function KeyValue({ items, columns = 2 }: KeyValueProps) {
  return (
    <dl className={`mg-kv mg-kv-${columns}`}>
      {items.map((item, i) => (
        <div key={item.key ?? i} className={item.wide ? 'mg-kv-item mg-kv-wide' : 'mg-kv-item'}>
          <dt>{item.label}</dt>
          <dd>
            <Widget>{item.value}</Widget>
          </dd>
        </div>
      ))}
    </dl>
  )
}
