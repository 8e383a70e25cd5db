import type { KnownBlock, ModalView } from '@slack/types'
import { slackLimits } from './limits.ts'
import type { Message } from './message.ts'
import { plain } from './options.ts'

interface ModalFacts {
  title: string
  /** The button that sends it; undefined where there is nothing to send. */
  submit?: string | undefined
  /** The button that closes it. */
  close?: string
  /** By which a listener knows it. */
  callback?: string
  /** What it carries to its submission. */
  metadata?: string
  /** By which it is updated later. */
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

/** A dialog that only says something. The buttons of a message lead back to its channel, and a dialog has none. */
export const notice = (facts: ModalFacts, { blocks }: Pick<Message, 'blocks'>): ModalView =>
  modal(
    facts,
    blocks.filter(({ type }) => type !== 'actions'),
  )
