import { Component, type ReactNode } from 'react'
import { ProblemView } from './ProblemView.tsx'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Called once per error. */
  report?: ((e: unknown) => void) | undefined
  compact?: boolean | undefined
  /** A new value clears the error: the address, the row on show. */
  resetOn?: unknown
}
interface State {
  failed: { error: unknown } | null
  resetOn: unknown
}

/** Keeps a failure inside its widget or screen: the rest stays usable, and it can be tried again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: null, resetOn: this.props.resetOn }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } }
  }
  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    return Object.is(props.resetOn, state.resetOn) ? null : { failed: null, resetOn: props.resetOn }
  }
  override componentDidCatch(error: unknown): void {
    this.props.report?.(error)
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
