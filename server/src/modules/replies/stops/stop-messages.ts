import { defineMessages } from '#lib/languages/messages';

/** The pages behind a stop link. */
export const stopWords = defineMessages(
  {
    title: 'Stop messages and calls',
    askContact: 'No more messages or calls from us?',
    askClaim: 'No more messages or calls about this claim?',
    press: 'Tap the button.',
    button: 'Stop messages and calls',
    atOnce: 'It takes effect immediately for email, text and phone. You don’t need to say why.',
    doneTitle: 'Stopped',
    done: 'Done. We have stopped.',
    withdrawn: 'What was still waiting to be sent has been withdrawn.',
    close: 'You can close this page.',
    claim: 'We’ll no longer message or call you about this claim.',
    address: 'We’ll no longer email this address, and we won’t contact you about any request that names it.',
    number: 'We’ll no longer text or call this number, and we won’t contact you about any request that names it.',
    test: {
      ask: 'It stops only this test, and nothing outside it.',
      done: 'Done. The test is stopped.',
      alone: 'Outside the test nothing has changed.',
    },
    unknownTitle: 'We don’t recognize this link',
    unknown: 'We don’t recognize this link.',
    openAgain:
      'Please open the full link from our latest message again. You can also reply STOP to a text, or tell the person who calls.',
  },
  {
    title: 'Detener los mensajes y las llamadas',
    askContact: '¿No quiere más mensajes ni llamadas de nosotros?',
    askClaim: '¿No quiere más mensajes ni llamadas por este reclamo?',
    press: 'Presione el botón.',
    button: 'Detener los mensajes y las llamadas',
    atOnce:
      'Tiene efecto de inmediato, para correos electrónicos, mensajes de texto y llamadas. No tiene que decir por qué.',
    doneTitle: 'Detenido',
    done: 'Listo. Ya paramos.',
    withdrawn: 'Retiramos lo que todavía faltaba por enviar.',
    close: 'Puede cerrar esta página.',
    claim: 'Ya no le escribimos ni le llamamos por este reclamo.',
    address:
      'Ya no escribimos a esta dirección de correo electrónico, y nadie se comunica con usted por ninguna solicitud que la mencione.',
    number:
      'Ya no llamamos ni enviamos mensajes de texto a este número, y nadie se comunica con usted por ninguna solicitud que lo mencione.',
    test: {
      ask: 'Detiene solo la prueba, y nada fuera de ella.',
      done: 'Listo. La prueba está detenida.',
      alone: 'Fuera de la prueba no cambió nada.',
    },
    unknownTitle: 'No reconocemos este enlace',
    unknown: 'No reconocemos este enlace.',
    openAgain:
      'Por favor, abra otra vez el enlace completo del mensaje más reciente. También puede responder STOP a un mensaje de texto o decírselo a la persona que llame.',
  },
);
