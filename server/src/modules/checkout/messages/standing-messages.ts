import { defineMessages } from '#lib/languages/messages';
import { html } from '#lib/text/html';
import { ruleWords } from '../rule-messages.ts';

/** The state of a hold, and the receipt of a charge. */
export const standingWords = defineMessages(
  {
    /** When it is charged, in one sentence each. */
    rules: {
      research:
        'We charge it when we deliver the research to you, and not before. There is no guarantee that your insurer pays more.',
      representation: ruleWords.en.rule,
    },
    continueAgain: 'To continue, open the link to your checkout again.',
    stillWanted: 'If you still want the service, open the link to your checkout again.',
    waitingTitle: 'We are waiting for your bank',
    waiting: {
      research:
        'If you have just entered your card for research, we’ll hear from your bank within a few minutes. If you stopped before that, nothing is held.',
      representation:
        'If you have just entered your card for representation, we’ll hear from your bank within a few minutes. If you stopped before that, nothing is held.',
    },
    looksAgain: 'This page checks again every ten seconds.',
    lookLater: 'Open this page again later.',
    heldTitle: (amount: string) => `Your ${amount} hold is in place`,
    held: (amount: string) => html`Your bank has set <strong>${amount}</strong> aside.`,
    heldUntil: (amount: string, day: string) =>
      html`Your bank has set <strong>${amount}</strong> aside until ${day} at the latest.`,
    uncharged: 'Nothing is charged.',
    nothingToDo: 'You don’t need to do anything. A person from our team will continue with your case.',
    changedMind: 'Changed your mind? Tell the person working on your case, and we’ll release the hold.',
    releasingIncluded: 'Representation includes the research, so we are releasing it.',
    releasing: 'We are releasing it, and nothing is charged.',
    charging: 'We are charging it and waiting for your bank to confirm it.',
    chargingPart: (amount: string) => `We are charging ${amount} of it and waiting for your bank to confirm it.`,
    credit: (paid: string, most: string) =>
      html`You have paid ${paid} for research. We deduct it, so we charge at most <strong>${most}</strong>.`,
    included: 'Representation includes the research, so there is nothing to do here.',
    releasedTitle: {
      research: 'The hold for research is released',
      representation: 'The hold for representation is released',
    },
    released: 'Nothing was charged for it. Your bank may take a few days to show this.',
    nothingHeld: 'Nothing is held',
    expired: 'The page or the hold has expired.',
    wasUncharged: 'Nothing was charged.',
    covered:
      'Representation includes the research. We released the hold for the research when you chose representation. Nothing was charged for it, and your bank may take a few days to show this.',
    mismatch:
      'Your bank did not set aside the amount you accepted, so we do not keep it. A person from our team is checking it.',
    failed: 'Something went wrong before a hold was placed. Nothing was charged.',
    paidTitle: { research: 'Research is paid', representation: 'Representation is paid' },
    disputedTitle: {
      research: 'The charge for research is disputed',
      representation: 'The charge for representation is disputed',
    },
    takenBackTitle: {
      research: 'The charge for research was taken back',
      representation: 'The charge for representation was taken back',
    },
    refundedTitle: { research: 'Research is refunded', representation: 'Representation is refunded' },
    chargedHold: (amount: string) =>
      html`We charged <strong>${amount}</strong> and released the rest of the hold, if any.`,
    chargedCard: (amount: string) =>
      html`We charged <strong>${amount}</strong> to your saved card and released the rest of the hold, if any.`,
    deducted: (amount: string) => `The ${amount} that you had paid for research was deducted from the price.`,
    refunded: (amount: string) => html`We have refunded <strong>${amount}</strong> of it.`,
    refunding: (amount: string) => `We are refunding ${amount}; your bank may take a few days to show it.`,
    disputed: 'Your bank told us that you dispute the charge. Your bank will decide.',
    takenBack: (amount: string) => `Your bank has taken back ${amount}.`,
    stands: 'Your bank has decided that the charge stands.',
    receipt: 'Receipt',
    receiptLine: {
      research: (amount: string) => `Research by Makewhole, ${amount}.`,
      representation: (amount: string) => `Representation by Makewhole, ${amount}.`,
    },
    receiptDated: {
      research: (amount: string, day: string) => `Research by Makewhole, ${amount}, charged on ${day} (UTC).`,
      representation: (amount: string, day: string) =>
        `Representation by Makewhole, ${amount}, charged on ${day} (UTC).`,
    },
    reference: (id: string) => html`Reference <span class="whole">${id}</span>.`,
    termsAccepted: (version: string) => `The terms that you accepted (${version})`,
  },
  {
    rules: {
      research:
        'Cobramos cuando le entregamos el estudio de mercado, y no antes. No hay garantía de que su aseguradora pague más.',
      representation: ruleWords.es.rule,
    },
    continueAgain: 'Para continuar, abra otra vez el enlace a su página de pago.',
    stillWanted: 'Si todavía quiere el servicio, abra otra vez el enlace a su página de pago.',
    waitingTitle: 'Estamos esperando a su banco',
    waiting: {
      research:
        'Si acaba de ingresar su tarjeta para el estudio de mercado, su banco nos avisa en unos minutos. Si se detuvo antes, no se retiene nada.',
      representation:
        'Si acaba de ingresar su tarjeta para la representación, su banco nos avisa en unos minutos. Si se detuvo antes, no se retiene nada.',
    },
    looksAgain: 'Esta página se actualiza cada diez segundos.',
    lookLater: 'Abra esta página otra vez más tarde.',
    heldTitle: (amount) => `Su retención de ${amount} está activa`,
    held: (amount) => html`Su banco apartó <strong>${amount}</strong>.`,
    heldUntil: (amount, day) => html`Su banco apartó <strong>${amount}</strong> hasta el ${day}, a más tardar.`,
    uncharged: 'No se cobra nada.',
    nothingToDo: 'No tiene que hacer nada. Una persona de nuestro equipo sigue con su caso.',
    changedMind: '¿Cambió de opinión? Dígaselo a la persona que lleva su caso, y liberamos la retención.',
    releasingIncluded: 'La representación incluye el estudio de mercado, así que estamos liberando esta retención.',
    releasing: 'Estamos liberando la retención, y no se cobra nada.',
    charging: 'Estamos cobrando la retención y esperamos que su banco lo confirme.',
    chargingPart: (amount) => `Estamos cobrando ${amount} de la retención y esperamos que su banco lo confirme.`,
    credit: (paid, most) =>
      html`Usted pagó ${paid} por el estudio de mercado. Lo descontamos, así que cobramos <strong>${most}</strong> como
        máximo.`,
    included: 'La representación incluye el estudio de mercado, así que aquí no hay nada que hacer.',
    releasedTitle: {
      research: 'La retención por el estudio de mercado está liberada',
      representation: 'La retención por la representación está liberada',
    },
    released: 'No se cobró nada por ella. Su banco puede tardar unos días en mostrarlo.',
    nothingHeld: 'No se retiene nada',
    expired: 'La página o la retención venció.',
    wasUncharged: 'No se cobró nada.',
    covered:
      'La representación incluye el estudio de mercado. Liberamos la retención por el estudio cuando eligió la representación. No se cobró nada por el estudio, y su banco puede tardar unos días en mostrarlo.',
    mismatch:
      'Su banco no apartó el monto que usted aceptó, así que no lo conservamos. Una persona de nuestro equipo lo está revisando.',
    failed: 'Algo salió mal antes de que se hiciera una retención. No se cobró nada.',
    paidTitle: { research: 'El estudio de mercado está pagado', representation: 'La representación está pagada' },
    disputedTitle: {
      research: 'El cobro por el estudio de mercado está en disputa',
      representation: 'El cobro por la representación está en disputa',
    },
    takenBackTitle: {
      research: 'El cobro por el estudio de mercado se revirtió',
      representation: 'El cobro por la representación se revirtió',
    },
    refundedTitle: {
      research: 'El estudio de mercado está reembolsado',
      representation: 'La representación está reembolsada',
    },
    chargedHold: (amount) =>
      html`Cobramos <strong>${amount}</strong> y liberamos el resto de la retención, si lo había.`,
    chargedCard: (amount) =>
      html`Cobramos <strong>${amount}</strong> a su tarjeta guardada y liberamos el resto de la retención, si lo había.`,
    deducted: (amount) => `Los ${amount} que ya había pagado por el estudio de mercado se descontaron del precio.`,
    refunded: (amount) => html`De eso le reembolsamos <strong>${amount}</strong>.`,
    refunding: (amount) => `Le estamos reembolsando ${amount}; su banco puede tardar unos días en mostrarlo.`,
    disputed: 'Su banco nos dice que usted disputa el cobro. Su banco decide sobre eso.',
    takenBack: (amount) => `Su banco revirtió ${amount}.`,
    stands: 'Su banco decidió que el cobro se mantiene.',
    receipt: 'Recibo',
    receiptLine: {
      research: (amount) => `Estudio de mercado de Makewhole, ${amount}.`,
      representation: (amount) => `Representación de Makewhole, ${amount}.`,
    },
    receiptDated: {
      research: (amount, day) => `Estudio de mercado de Makewhole, ${amount}, cobrado el ${day} (UTC).`,
      representation: (amount, day) => `Representación de Makewhole, ${amount}, cobrada el ${day} (UTC).`,
    },
    reference: (id) => html`Referencia <span class="whole">${id}</span>.`,
    termsAccepted: (version) => `Las condiciones que usted aceptó (${version})`,
  },
);
