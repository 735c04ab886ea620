import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;

public class SignedReferral {
  public static void main(String[] args) throws Exception {
    String pem = Files.readString(Path.of("private.pem")).replaceAll("-----[^-]+-----", "");
    PrivateKey key = KeyFactory.getInstance("Ed25519")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem)));
    String url = System.getenv("MAKEWHOLE_URL") + "/api/gap/v1/referrals";
    String body = """
        {
          "external_ref": "loan-1001",
          "borrower": { "first_name": "Robin", "last_name": "Rivera", "email": "robin@example.com" },
          "vehicle": { "vin": "%s", "year": 2021, "make": "Synthetic", "model": "Sedan" },
          "claim": {
            "carrier": "Synthetic Mutual",
            "claim_number": "CLM-1001",
            "loss_state": "NY",
            "date_of_loss": "2026-11-01",
            "initial_offer_cents": 1500000
          },
          "liability": { "loan_payoff_cents": 1800000, "deductible_cents": 50000 }
        }""".formatted(System.getenv("VIN"));
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8));
    String digest = "sha-256=:" + Base64.getEncoder().encodeToString(hash) + ":";
    String idempotencyKey = UUID.randomUUID().toString();
    String parameters = "(\"@method\" \"@target-uri\" \"content-digest\" \"idempotency-key\" \"x-svc-environment\")"
        + ";created=" + Instant.now().getEpochSecond() + ";nonce=\"" + UUID.randomUUID() + "\""
        + ";keyid=\"" + System.getenv("KEY_ID") + "\";alg=\"ed25519\";tag=\"gap-v2\"";
    String base = String.join("\n",
        "\"@method\": POST",
        "\"@target-uri\": " + url,
        "\"content-digest\": " + digest,
        "\"idempotency-key\": " + idempotencyKey,
        "\"x-svc-environment\": TEST",
        "\"@signature-params\": " + parameters);
    Signature signer = Signature.getInstance("Ed25519");
    signer.initSign(key);
    signer.update(base.getBytes(StandardCharsets.UTF_8));
    HttpRequest request = HttpRequest.newBuilder(URI.create(url))
        .header("Content-Type", "application/json")
        .header("Content-Digest", digest)
        .header("Idempotency-Key", idempotencyKey)
        .header("X-SVC-Environment", "TEST")
        .header("Signature-Input", "svc=" + parameters)
        .header("Signature", "svc=:" + Base64.getEncoder().encodeToString(signer.sign()) + ":")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.statusCode() + " " + answer.body());
  }
}
