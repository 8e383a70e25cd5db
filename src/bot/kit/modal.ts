import type { KnownBlock, ModalView } from '@slack/types'
import { slackLimits } from './limits.ts'
import type { Message } from './message.ts'
import { plain } from './options.ts'

interface ModalFacts {
  title: string
  /** The submit button's label. Undefined if there is nothing to submit. */
  submit?: string | undefined
  close?: string
  callback?: string
  metadata?: string
  externalId?: string | undefined
}

export const modal = (facts: ModalFacts, blocks: KnownBlock[]): ModalView => {
  const { title, submit, close = submit === undefined ? 'Close' : 'Cancel', callback, metadata } = facts
  return {
    type: 'modal',
    ...(callback !== undefined && { callback_id: callback }),
    ...(facts.externalId !== undefined && { external_id: facts.externalId }),
    ...(metadata !== undefined && { private_metadata: metadata }),
    title: plain(title, slackLimits.viewTitle),
    ...(submit !== undefined && { submit: plain(submit, slackLimits.viewTitle) }),
    close: plain(close, slackLimits.viewTitle),
    blocks,
  }
}

/** Drops a message's buttons, because they need its channel. */
export const notice = (facts: ModalFacts, { blocks }: Pick<Message, 'blocks'>): ModalView =>
  modal(
    facts,
    blocks.filter(({ type }) => type !== 'actions'),
  )
