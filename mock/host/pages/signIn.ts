import type { DemoCredentials } from '../config.ts'
import { el } from '../dom.ts'
import { SignInError } from '../session.ts'
import type { Texts } from '../texts.ts'

interface SignInForm {
  ask: string
  demonstration: DemoCredentials | undefined
  /** Rejects with a SignInError; the form says why and stays. */
  submit(username: string, password: string): Promise<void>
  /** After signing in as well as after giving up. */
  closed(): void
}

/** The sign-in form as a modal dialog, so that the page behind it keeps its state. Opens at once and removes itself when it closes. */
export function signInDialog(t: Texts, form: SignInForm): HTMLDialogElement {
  const username = el('input', { class: 'fh-input', name: 'username', autocomplete: 'username', required: true })
  const password = el('input', {
    class: 'fh-input',
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  })
  const problem = el('p', { class: 'fh-problem', role: 'alert' })
  const send = el('button', { class: 'fh-button', type: 'submit' }, t.signIn)

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    problem.textContent = ''
    send.disabled = true
    try {
      await form.submit(username.value, password.value)
      dialog.close()
    } catch (e) {
      problem.textContent = reason(t, e)
      password.select()
    } finally {
      send.disabled = false
    }
  }

  const fill = (): void => {
    username.value = form.demonstration?.username ?? ''
    password.value = form.demonstration?.password ?? ''
    send.focus()
  }

  const dialog = el(
    'dialog',
    {
      class: 'fh-dialog',
      'aria-labelledby': 'fh-sign-in',
      onclose: () => {
        dialog.remove()
        form.closed()
      },
    },
    el(
      'form',
      { class: 'fh-form', onsubmit: (e) => void submit(e) },
      el('h2', { id: 'fh-sign-in', class: 'fh-card-title' }, t.signIn),
      el('p', {}, form.ask),
      el('label', { class: 'fh-field' }, el('span', {}, t.username), username),
      el('label', { class: 'fh-field' }, el('span', {}, t.password), password),
      form.demonstration ? el('button', { class: 'fh-plain', type: 'button', onclick: fill }, t.demonstration) : null,
      problem,
      el(
        'div',
        { class: 'fh-actions' },
        el('button', { class: 'fh-button fh-quiet', type: 'button', onclick: () => dialog.close() }, t.cancel),
        send,
      ),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  username.focus()
  return dialog
}

function reason(t: Texts, e: unknown): string {
  const code = e instanceof SignInError ? e.code : 'unreachable'
  if (code === 'wrong_credentials' || code === 'account_not_active' || code === 'too_many' || code === 'unreachable')
    return t[code]
  return t.refused
}
