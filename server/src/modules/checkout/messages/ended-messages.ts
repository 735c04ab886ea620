import { defineMessages } from '#lib/languages/messages';

/** Checkout pages on which nothing can be chosen. */
export const endedWords = defineMessages(
  {
    paid: { research: 'Research is paid', representation: 'Representation is paid' },
    paidNoted: 'We noted your payment. You don’t need to do anything here.',
    paidIncludes: 'We noted your payment. Representation includes the research. You don’t need to do anything here.',
    withheld: {
      research: 'Research is not offered in your state',
      representation: 'Representation is not offered in your state',
    },
    withheldWhy:
      'We don’t offer this in the state of your claim, so you can’t accept it here. Nothing is held or charged for this.',
    withheldAsk: 'The person working on your case can tell you what we do offer there.',
    unknown: 'We don’t recognize this link',
    openAgain: 'Please open the full link from the message again.',
    over: 'This checkout has ended',
    overTime: 'Its time has run out. Nothing new can be started here.',
    overAsk: 'If you still want the service, tell the person working on your case.',
    overClosed: 'Your case is closed. Nothing new can be started here.',
    closedTitle: 'Checkout is closed',
    closed: 'Checkout is closed right now.',
    closedLater: 'Nothing new can be started here right now. Please try again later.',
    termsTitles: { research: 'Terms of the research', representation: 'Terms of the representation' },
    termsDescribed: 'The terms that customers of Makewhole accept, by their version.',
    termsVersion: (version: string) => `Version ${version}.`,
    termsGovern: 'Where these terms also exist in Spanish, the English version controls.',
  },
  {
    paid: { research: 'El estudio de mercado está pagado', representation: 'La representación está pagada' },
    paidNoted: 'Anotamos su pago. No tiene que hacer nada aquí.',
    paidIncludes: 'Anotamos su pago. La representación incluye el estudio de mercado. No tiene que hacer nada aquí.',
    withheld: {
      research: 'El estudio de mercado no se ofrece en su estado',
      representation: 'La representación no se ofrece en su estado',
    },
    withheldWhy:
      'No ofrecemos esto donde está su reclamo, así que no puede aceptarlo aquí. No se retiene ni se cobra nada por esto.',
    withheldAsk: 'La persona que lleva su caso puede decirle lo que sí ofrecemos ahí.',
    unknown: 'No reconocemos este enlace',
    openAgain: 'Por favor, abra otra vez el enlace completo del mensaje.',
    over: 'Esta página de pago ya se cerró',
    overTime: 'Se acabó su plazo. Aquí ya no se puede empezar nada nuevo.',
    overAsk: 'Si todavía quiere el servicio, dígaselo a la persona que lleva su caso.',
    overClosed: 'Su caso está cerrado. Aquí ya no se puede empezar nada nuevo.',
    closedTitle: 'La página de pago está cerrada',
    closed: 'La página de pago está cerrada en este momento.',
    closedLater: 'Ahora no se puede empezar nada nuevo aquí. Por favor, inténtelo más tarde.',
    termsTitles: { research: 'Condiciones del estudio de mercado', representation: 'Condiciones de la representación' },
    termsDescribed: 'Las condiciones que aceptan los clientes de Makewhole, por versión.',
    termsVersion: (version) => `Versión ${version}.`,
    termsGovern: 'Estas condiciones son una traducción. Rigen las que están en inglés.',
  },
);
