/** What is done one after the other, drawn by Arco's. */
import './Steps.css'
import { Steps as ArcoSteps } from '@arco-design/web-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

export interface Step {
  title: ReactNode
  about: ReactNode
  status: 'wait' | 'process' | 'finish' | 'error'
  /** Instead of its number, or the sign of its status. */
  icon?: ReactNode
}

export function Steps({ steps }: { steps: readonly Step[] }) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Arco's are plain boxes; a reader says how many there are
    list.current?.setAttribute('role', 'list')
    for (const step of list.current?.children ?? []) step.setAttribute('role', 'listitem')
  }, [steps.length])
  return (
    <ArcoSteps ref={list} className="mg-steps" direction="vertical" size="small">
      {steps.map(({ title, about, ...step }, i) => (
        <ArcoSteps.Step key={i} title={title} description={about} {...step} />
      ))}
    </ArcoSteps>
  )
}
