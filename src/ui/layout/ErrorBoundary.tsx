import { Component, type ContextType, createContext, type ReactNode } from 'react'
import { ProblemView } from '../feedback/ProblemView.tsx'

/** Where boundaries tell of what they caught; the app's root says. */
export const ReportContext = createContext<(e: unknown) => void>(() => undefined)

interface ErrorBoundaryProps {
  children: ReactNode
  compact?: boolean | undefined
  /** A new value clears the error: the address, the row on show. */
  resetOn?: unknown
}
interface State {
  failed: { error: unknown } | null
  resetOn: unknown
}

/** Keeps a failure inside its widget or screen: the rest stays usable, and it can be tried again. Each error is reported once. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  static override contextType = ReportContext
  declare context: ContextType<typeof ReportContext>
  override state: State = { failed: null, resetOn: this.props.resetOn }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } }
  }
  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    return Object.is(props.resetOn, state.resetOn) ? null : { failed: null, resetOn: props.resetOn }
  }
  private told = false
  /** Several siblings may fail in one go, and React tells of each; they are one failure. */
  override componentDidCatch(error: unknown): void {
    if (this.told) return
    this.told = true
    queueMicrotask(() => {
      this.told = false
    })
    this.context(error)
  }
  override render(): ReactNode {
    const { failed } = this.state
    if (!failed) return this.props.children
    return (
      <ProblemView
        problem={failed.error}
        compact={this.props.compact}
        onRetry={() => this.setState({ failed: null })}
      />
    )
  }
}

/** A part of a page that fails alone. */
export const Widget = ({ children }: { children: ReactNode }) => <ErrorBoundary compact>{children}</ErrorBoundary>
